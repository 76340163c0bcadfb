import type { LexicalVectors } from '@postil/contract/feedback/settings/vectors-settings'
import { LEXICAL_DIMENSIONS } from '@postil/domain/vectors/lexical-vector'
import type { SessionUser } from '../../../context'
import { about, logEvent } from '../../../db/events'
import type { Db, Tx, VectorsSettingsTable } from '../../../db/tables'
import { ConflictError, NotFoundError } from '../../../errors'
import { newPart } from '../datasets/dataset-parts'
import { getDatasetForChange } from '../datasets/datasets.service'
import {
  assertRoomForVectors,
  insertVectorsSettings,
  listVectorsSettings,
} from '../vectors-settings/vectors-settings.service'
import { vectorsSettingsToWire } from '../vectors-settings/vectors-settings.wire'
import { enqueueLexicalVectors } from './fill-vectors'
import { countVectors } from './lexical-vectors.store'

const NAME = 'lexical'
const TITLE = 'Lexical: shared words and letters'

/** Add settings for vectors that the server computes from the words of the records. */
export async function createLexicalVectors(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
): Promise<VectorsSettingsTable> {
  await getDatasetForChange(tx, datasetId)
  const existing = await listVectorsSettings(tx, datasetId)
  if (existing.some(({ source }) => source === 'lexical'))
    throw new ConflictError(`Dataset with id \`${datasetId}\` already has lexical vectors`)
  assertRoomForVectors(existing, datasetId)
  const row: VectorsSettingsTable = {
    ...newPart(datasetId),
    name: freeName(existing.map(({ name }) => name)),
    title: TITLE,
    dimensions: LEXICAL_DIMENSIONS,
    source: 'lexical',
  }
  await insertVectorsSettings(tx, row)
  await enqueueLexicalVectors(tx, datasetId)
  await logEvent(tx, { ...about(user, row), kind: 'vectors_settings.create', after: vectorsSettingsToWire(row) })
  return row
}

/** Progress of the lexical vectors of a dataset. Throws `NotFoundError` when it has none. */
export async function getLexicalVectors(db: Db, datasetId: string): Promise<LexicalVectors> {
  const settings = (await listVectorsSettings(db, datasetId)).find(({ source }) => source === 'lexical')
  if (!settings) throw new NotFoundError(`Dataset with id \`${datasetId}\` has no lexical vectors`)
  return { vectors_settings: vectorsSettingsToWire(settings), ...(await countVectors(db, settings)) }
}

/** The usual name, or a numbered one if vectors of that name exist. */
function freeName(taken: readonly string[]): string {
  let name = NAME
  for (let at = 2; taken.includes(name); at += 1) name = `${NAME}-${at}`
  return name
}
