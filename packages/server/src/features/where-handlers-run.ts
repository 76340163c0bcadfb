import type { RecordSearch } from '@postil/contract/feedback/record-search'
import type { AllRoutes } from '@postil/contract/routes'
import type { Elsewhere } from '../db/engines/run-elsewhere'

/**
 * Handlers that stay on the HTTP thread on SQLite as well, and reach the store by messages. All others run in a thread of the store, and are
 * moved (`RunElsewhere`) when they ask for what is not there.
 */
const ON_HTTP_THREAD: Readonly<Record<string, readonly (keyof AllRoutes)[]>> = {
  // A password is hashed for some 50 ms: everybody's writes would wait for it.
  hashPasswords: ['changeMyPassword', 'updateUser'],
  // These open their own transactions: their replies contain secrets, which must not be stored for retries, or they need several.
  openTransactions: [
    'completeSetup',
    'createToken',
    'classicCreateToken',
    'createUser',
    'createPerson',
    'classicCreateUser',
    'createMyApiKey',
    'createUserApiKey',
    'createInvitation',
    'renewInvitation',
    'createPasswordLink',
    'readLink',
    'join',
    'acceptInvitation',
    'restoreRecords',
  ],
  // The index of classic datasets runs in a separate thread, which only the HTTP thread queries and fills.
  queryClassicIndex: [
    'searchTextClassification',
    'searchTokenClassification',
    'searchText2Text',
    'scanTaskRecords',
    'getTaskTeamProgress',
    'deleteTaskRecords',
    'summarizeTextClassificationMetric',
    'summarizeTextClassificationMetricOld',
    'summarizeTokenClassificationMetric',
    'summarizeTokenClassificationMetricOld',
    'summarizeText2TextMetric',
    'summarizeText2TextMetricOld',
    'getOverallRuleMetrics',
    'getOverallRuleMetricsOld',
    'getRuleReport',
    'applyRules',
    'removeRuleSuggestions',
    'patchTextClassificationSettings',
    'putTextClassificationSettings',
    'putTextClassificationSettingsOld',
    'patchTokenClassificationSettings',
    'putTokenClassificationSettings',
    'putTokenClassificationSettingsOld',
  ],
  // They search, read events or copy records before their transactions: inside, all other writes would wait for this.
  workBeforeTransaction: ['leaseNext', 'restoreTaskRecordPart', 'copyTaskDataset'],
  // Answers are read in pages and compared in a separate thread.
  compareInThread: ['getDatasetAgreement', 'listDisagreements'],
  // It waits for the answer of another server: a reader would be kept from other requests.
  waitForReceiver: ['pingWebhook'],
}

/** Handlers whose reads take long: they have threads of their own, so that no answer and no list waits behind one. */
const IN_HEAVY_READER: readonly (keyof AllRoutes)[] = [
  'searchMyRecords',
  'searchRecords',
  'countMyFacets',
  'countFacets',
  'getTeamProgress',
  'countRecentAnswers',
  'listPastAnswers',
  'listPastAnnotations',
  'getDatasetProgress',
  'getUsersProgress',
  'getAssignments',
  'previewAssignment',
  'previewTakeBack',
  'listDeletions',
  'listDeletedRecords',
]

const PLACES = new Map<string, Elsewhere>([
  ...Object.values(ON_HTTP_THREAD)
    .flat()
    .map((name) => [name, 'httpThread'] as const),
  ...IN_HEAVY_READER.map((name) => [name, 'heavyReader'] as const),
])

/**
 * Where the handler of this route runs on SQLite; undefined for a reader, or, when it writes, the writer.
 *
 * @param body - the parsed body; absent before it was read
 */
export function placeOf(route: string, body?: unknown): Elsewhere | undefined {
  const place = PLACES.get(route)
  // Vectors are compared in a separate thread, which only the HTTP thread asks.
  return place === 'heavyReader' && (body as Partial<RecordSearch> | undefined)?.query?.vector ? 'httpThread' : place
}
