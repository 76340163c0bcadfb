import { shownNumber } from './times.mjs'

/**
 * A request over HTTP, and the equivalent query in the engine alone.
 * @typedef {{ what: string, path: string, body?: unknown, bare: () => Promise<unknown> }} Asked
 */

/**
 * @param {import('./bare.mjs').Bare} bare
 * @param {import('./bare-vectors.mjs').BareVectors | undefined} vectors undefined: without the searches for what is similar
 * @param {string} engine
 * @param {import('./search-world.mjs').World} world
 * @returns {Promise<Asked[]>}
 */
export async function queriesOf(bare, vectors, engine, { datasetId, userId, questionId, words, phrase }) {
  const [field] = await bare.run('select number from text_fields')
  const number = Number(field?.number).toString(36)
  const isSqlite = engine === 'sqlite'
  const word = (/** @type {number} */ rank) => words[rank] ?? ''
  const stored = (/** @type {string} */ text) => (isSqlite ? `"${number}:${text}"` : `'${number}:${text}'`)
  const match = isSqlite
    ? '(select rowid from record_words where record_words match ?)'
    : '(select record_pk from record_words where terms @@ ?::tsquery)'
  const count = isSqlite
    ? 'select count(*) as n from record_words where record_words match ?'
    : 'select count(*) as n from record_words where terms @@ ?::tsquery'
  const page = `select r.* from records r where r.dataset_id = ? and r.id >= ? and r.pk in ${match} order by r.id limit 10`
  const search = `/api/v1/me/datasets/${datasetId}/records/search?limit=10&include=responses&include=suggestions`
  const statements =
    (/** @type {[sql: string, params: unknown[]][]} */ ...all) =>
    async () => {
      for (const [sql, params] of all) await bare.run(sql, params)
    }
  /** A text search. @param {string} what @param {string} q @param {string} asked @returns {Asked} */
  const find = (what, q, asked) => ({
    what,
    path: search,
    body: { query: { text: { q } } },
    bare: statements([count, [asked]], [page, [datasetId, userId, asked]]),
  })
  const [common, mid, rare] = [word(10), word(300), word(20_000)]
  const [first = '', second = ''] = phrase.split(' ')
  // On PostgreSQL both words, and then a check whether they are adjacent: the index has no positions.
  const [both, sideBySide] = [`${stored(first)} & ${stored(second)}`, ` ${number}:${first}  ${number}:${second} `]
  const isSideBySide = 'strpos(words, ?) > 0'
  const phraseAlone = statements(
    [`${count} and ${isSideBySide}`, [both, sideBySide]],
    [page.replace('::tsquery', `::tsquery and ${isSideBySide}`), [datasetId, userId, both, sideBySide]],
  )
  const train = "select record_pk from record_terms where dataset_id = ? and property = 'split' and term = 'train'"
  const narrowed = `from records r where r.dataset_id = ? and r.pk in ${match} and r.pk in (${train})`
  const numberOf = "(select max(m.num) from record_terms m where m.record_pk = r.pk and m.property = 'number')"
  const inSplit = { type: 'terms', scope: { entity: 'metadata', metadata_property: 'split' }, values: ['train'] }
  const byNumber = { scope: { entity: 'metadata', metadata_property: 'number' }, order: 'desc' }
  const hits = `with hits as materialized (select r.pk from records r where r.dataset_id = ? and r.pk in ${match})`
  const ofHits = (/** @type {string} */ select, /** @type {string} */ table) =>
    `${hits} ${select} from hits cross join ${table} t where t.record_pk = hits.pk`
  const [reference] = await bare.run('select id, pk from records where dataset_id = ? order by inserted_at limit 1', [
    datasetId,
  ])
  /** Reads the candidates from the engine, then compares all their vectors. @param {string} [which] @param {unknown[]} [params] */
  const similar = (which, params) => async () => {
    const rows = which && (await bare.run(which, params))
    const among = rows ? new Set(rows.map(({ pk }) => Number(pk))) : undefined
    const found = vectors?.nearest(vectors.vectorOf(Number(reference?.pk)), 51, among) ?? []
    await bare.run(`select * from records where pk in (${found.join()})`)
  }
  const vector = { name: 'lexical', record_id: reference?.id }
  const queue = (/** @type {number} */ offset) =>
    `/api/v1/me/datasets/${datasetId}/records?limit=10&include=responses&include=suggestions&response_status=pending&offset=${offset}`
  const pending =
    'select r.* from records r where r.dataset_id = ? and r.id >= ? and not exists (select 1 from responses a where a.record_pk = r.pk and a.user_id = ?) order by r.id limit 10 offset ?'
  /** @returns {Asked[]} */
  const similarOnes = () => [
    {
      what: 'similar to a record, 50 nearest',
      path: search.replace('limit=10', 'limit=50'),
      body: { query: { vector } },
      bare: similar(),
    },
    {
      what: 'similar to a record + mid word + filter',
      path: search.replace('limit=10', 'limit=50'),
      body: { query: { vector, text: { q: mid } }, filters: { and: [inSplit] } },
      bare: similar(`select r.pk ${narrowed}`, [datasetId, stored(mid), datasetId]),
    },
    {
      what: 'similar to a record + filter of four fifths',
      path: search.replace('limit=10', 'limit=50'),
      body: { query: { vector }, filters: { and: [inSplit] } },
      bare: similar(train.replace('record_pk', 'record_pk as pk'), [datasetId]),
    },
  ]
  return [
    { what: 'an empty request (the version)', path: '/api/v1/version', bare: async () => {} },
    find('rare word', rare, stored(rare)),
    find('mid word', mid, stored(mid)),
    find('common word', common, stored(common)),
    find(
      'two words',
      `${common} ${mid}`,
      isSqlite ? `${stored(common)} AND ${stored(mid)}` : `${stored(common)} & ${stored(mid)}`,
    ),
    isSqlite
      ? find('phrase', `"${phrase}"`, `"${number}:${first} ${number}:${second}"`)
      : { ...find('phrase', `"${phrase}"`, ''), bare: phraseAlone },
    find('prefix', `${mid.slice(0, 4)}*`, isSqlite ? `${stored(mid.slice(0, 4))} *` : `${stored(mid.slice(0, 4))}:*`),
    {
      what: 'mid word + filter + sort',
      path: search,
      body: { query: { text: { q: mid } }, filters: { and: [inSplit] }, sort: [byNumber] },
      bare: statements(
        [`select r.* ${narrowed} order by ${numberOf} desc limit 10`, [datasetId, stored(mid), datasetId]],
        [`select count(*) as n ${narrowed}`, [datasetId, stored(mid), datasetId]],
      ),
    },
    {
      what: 'all facets, mid word',
      path: search.replace('/search?', '/facets?'),
      body: { query: { text: { q: mid } } },
      bare: statements(
        [
          `${ofHits('select t.term, count(*)', 'record_terms')} and t.property = 'split' group by t.term`,
          [datasetId, stored(mid)],
        ],
        [
          ofHits('select t.question_id, t.kind, t.term, count(*)', 'answer_terms') +
            ' group by t.question_id, t.kind, t.term',
          [datasetId, stored(mid)],
        ],
        [`${ofHits('select t.agent, count(*)', 'suggestions')} group by t.agent`, [datasetId, stored(mid)]],
      ),
    },
    {
      what: 'all facets, no search',
      path: search.replace('/search?', '/facets?'),
      body: {},
      bare: statements(
        [
          "select term, count(*) from record_terms where dataset_id = ? and property = 'split' group by term",
          [datasetId],
        ],
        [
          "select num, count(*) from record_terms where dataset_id = ? and property = 'number' group by num",
          [datasetId],
        ],
        [
          "select term, count(*) from answer_terms where dataset_id = ? and kind = 'suggestion' and question_id = ? group by term",
          [datasetId, questionId],
        ],
        [
          "select num, count(*) from answer_terms where dataset_id = ? and kind = 'score' and question_id = ? group by num",
          [datasetId, questionId],
        ],
        [
          'select agent, count(*) from suggestions where dataset_id = ? and question_id = ? group by agent',
          [datasetId, questionId],
        ],
      ),
    },
    ...(vectors ? similarOnes() : []),
    ...[0, 9990].map((offset) => ({
      what: `my pending page of 10, offset ${shownNumber(offset)}`,
      path: queue(offset),
      bare: statements([pending, [datasetId, userId, userId, offset]]),
    })),
  ]
}
