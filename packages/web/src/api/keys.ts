/** Keys of the query cache. The dataset comes first, so that everything of a dataset can be invalidated at once. */
export const queryKeys = {
  /**
   * Outside the dataset's keys, so that invalidating the dataset does not refetch the pages of the queue that the
   * user is working through.
   */
  queuePages: (datasetId: string, visit: string) => ['queue', datasetId, visit] as const,
  datasets: () => ['datasets'] as const,
  workspaces: () => ['workspaces'] as const,
  people: () => ['people'] as const,
  recentAnswers: () => ['people', 'answers'] as const,
  invitations: () => ['invitations'] as const,
  access: (userId: string) => ['people', userId, 'access'] as const,
  workspaceName: (workspaceId: string) => ['workspace', workspaceId] as const,
  dataset: (datasetId: string) => ['dataset', datasetId] as const,
  fields: (datasetId: string) => ['dataset', datasetId, 'fields'] as const,
  questions: (datasetId: string) => ['dataset', datasetId, 'questions'] as const,
  metadata: (datasetId: string) => ['dataset', datasetId, 'metadata'] as const,
  vectors: (datasetId: string) => ['dataset', datasetId, 'vectors'] as const,
  agents: (datasetId: string) => ['dataset', datasetId, 'agents'] as const,
  facets: (datasetId: string, search: string) => ['dataset', datasetId, 'facets', search] as const,
  lexicalVectors: (datasetId: string) => ['dataset', datasetId, 'lexical-vectors'] as const,
  bulkPage: (datasetId: string, search: string) => ['dataset', datasetId, 'bulk', search] as const,
  queue: (datasetId: string) => ['dataset', datasetId, 'queue'] as const,
  progress: (datasetId: string) => ['dataset', datasetId, 'progress'] as const,
  teamProgress: (datasetId: string) => ['dataset', datasetId, 'team-progress'] as const,
  /** The server tells of changes of a classic dataset by its workspace and name. */
  classicTeamProgress: (workspace: string, name: string) =>
    ['dataset', `${workspace}.${name}`, 'classic-team'] as const,
  newDecisions: (datasetId: string) => ['dataset', datasetId, 'new-decisions'] as const,
  myDoubts: (datasetId: string) => ['dataset', datasetId, 'my-doubts'] as const,
  /** Below the key of the team's progress, so that live updates refetch both. */
  assignments: (datasetId: string) => ['dataset', datasetId, 'team-progress', 'assignments'] as const,
  metrics: (datasetId: string) => ['dataset', datasetId, 'metrics'] as const,
  taskDataset: ({ workspace, name }: { workspace: string; name: string }) => ['task-dataset', workspace, name] as const,
  taskSettings: ({ workspace, name }: { workspace: string; name: string }) =>
    ['task-dataset', workspace, name, 'settings'] as const,
  taskHistory: ({ workspace, name }: { workspace: string; name: string }, recordId: string) =>
    ['task-dataset', workspace, name, 'history', recordId] as const,
  history: (datasetId: string, recordId: string) => ['dataset', datasetId, 'history', recordId] as const,
  record: (datasetId: string, recordId: string) => ['dataset', datasetId, 'record', recordId] as const,
  /** All decisions about a record, and whether it is gold: for leads. */
  resolutions: (datasetId: string, recordId: string) =>
    ['dataset', datasetId, 'record', recordId, 'resolutions'] as const,
  gold: (datasetId: string, recordId: string) => ['dataset', datasetId, 'record', recordId, 'gold'] as const,
  goldCount: (datasetId: string) => ['dataset', datasetId, 'gold-count'] as const,
  /** The number of open ones, apart from the lists: the server computes it from all answers, so live updates leave it alone. */
  disagreementCount: (datasetId: string) => ['dataset', datasetId, 'disagreement-count'] as const,
  /** Of all filters. */
  disagreements: (datasetId: string) => ['dataset', datasetId, 'disagreements'] as const,
}
