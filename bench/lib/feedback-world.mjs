/**
 * A published feedback dataset with one field, one question and one record.
 *
 * @param {import('./server.mjs').Server} server
 * @param {string} name
 */
export async function makeFeedbackWorld({ call }, name) {
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const [workspace] = workspaces.items
  const { id: datasetId } = await call('POST', '/api/v1/datasets', { name, workspace_id: workspace.id })
  const field = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
  await call('POST', `/api/v1/datasets/${datasetId}/fields`, field)
  const options = ['a', 'b'].map((value) => ({ value, text: value }))
  const label = { name: 'label', title: 'Label', required: true, settings: { type: 'label_selection', options } }
  await call('POST', `/api/v1/datasets/${datasetId}/questions`, label)
  await call('PUT', `/api/v1/datasets/${datasetId}/publish`)
  const { items } = await call('POST', `/api/v1/datasets/${datasetId}/records/bulk`, {
    items: [{ fields: { text: 'answered over and over' } }],
  })
  return { datasetId, recordId: items[0].id, workspace: workspace.name }
}
