/**
 * Handlers that stay on the HTTP thread on SQLite as well, and reach the store by messages. All others run in a thread of the store, and are
 * sent back here (`RunElsewhere`) when they ask for what is not there.
 */
const STAY = {
  // A password is hashed for some 50 ms: everybody's writes would wait for it.
  hashPasswords: ['changeMyPassword', 'completeSetup', 'updateUser'],
  // They have no transaction of the framework, whose replies are kept for retries: theirs hold secrets.
  openTransactions: [
    'createToken',
    'classicCreateToken',
    'createUser',
    'classicCreateUser',
    'createMyApiKey',
    'createUserApiKey',
    'createInvitation',
    'renewInvitation',
    'createPasswordLink',
    'readLink',
    'join',
  ],
  // The index of classic datasets has a thread of its own, and is asked and filled from here.
  askTheClassicIndex: [
    'searchTextClassification',
    'searchTokenClassification',
    'searchText2Text',
    'scanTaskRecords',
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
  // One statement a table, for seconds: in a group, all others would wait for their commit, too.
  takeLong: ['copyTaskDataset'],
}

/** The names of their routes. */
export const ON_HTTP_THREAD: ReadonlySet<string> = new Set(Object.values(STAY).flat())
