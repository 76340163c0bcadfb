import { vectorsSettingsRoutes } from '@postil/contract/feedback/settings/vectors-settings'
import { handle } from '../../../http/calls/handle'
import { createLexicalVectors, getLexicalVectors } from '../lexical-vectors/lexical-vectors.service'
import {
  createVectorsSettings,
  deleteVectorsSettings,
  listVectorsSettings,
  updateVectorsSettings,
} from './vectors-settings.service'
import { vectorsSettingsToWire } from './vectors-settings.wire'

export const vectorsSettingsHandlers = handle(vectorsSettingsRoutes, {
  listVectorsSettings: async ({ db, params }) => ({
    items: (await listVectorsSettings(db, params.dataset_id)).map(vectorsSettingsToWire),
  }),
  createVectorsSettings: async ({ tx, user, params, body }) =>
    vectorsSettingsToWire(await createVectorsSettings(tx, user, params.dataset_id, body)),
  updateVectorsSettings: async ({ tx, user, found, body }) =>
    vectorsSettingsToWire(await updateVectorsSettings(tx, user, found('vectors_settings'), body)),
  deleteVectorsSettings: async ({ tx, user, found, later }) => {
    const row = await deleteVectorsSettings(tx, user, found('vectors_settings'))
    later({ work: 'runJobs' })
    return vectorsSettingsToWire(row)
  },
  createLexicalVectors: async ({ tx, user, params, later }) => {
    await createLexicalVectors(tx, user, params.dataset_id)
    later({ work: 'runJobs' })
    return getLexicalVectors(tx, params.dataset_id)
  },
  getLexicalVectors: ({ db, params }) => getLexicalVectors(db, params.dataset_id),
})
