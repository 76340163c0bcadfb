import { fieldRoutes } from '@postil/contract/feedback/settings/fields'
import { handle } from '../../../http/calls/handle'
import { createField, deleteField, listFields, updateField } from './fields.service'
import { fieldToWire } from './fields.wire'

export const fieldHandlers = handle(fieldRoutes, {
  listFields: async ({ db, params }) => ({ items: (await listFields(db, params.dataset_id)).map(fieldToWire) }),
  createField: async ({ tx, user, params, body }) => fieldToWire(await createField(tx, user, params.dataset_id, body)),
  updateField: async ({ tx, user, found, body }) => fieldToWire(await updateField(tx, user, found('field'), body)),
  deleteField: async ({ tx, user, found }) => fieldToWire(await deleteField(tx, user, found('field'))),
})
