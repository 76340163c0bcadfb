import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { ensurePostgres } from '../../scripts/lib/ensure-postgres.mjs'
import { classificationRecord } from '../lib/classic-records.mjs'
import { randomFrom, vocabulary } from '../lib/texts.mjs'
import { measureMany, shown } from '../lib/times.mjs'

// Can classic datasets be searched by SQL alone? Values, words and a dictionary are in tables like those of feedback datasets; facets, a
// word cloud, rules and patterns use the fastest statements that we found. No server, no HTTP. Figures: docs/decisions/0027.
// node bench/prototypes/classic-in-sql.mjs [records] [sqlite|postgres]
const RECORDS = Number(process.argv[2] ?? 100_000)
const ENGINES = process.argv[3] ? [process.argv[3]] : ['sqlite', 'postgres']
const FIELDS = [
  'status',
  'predicted_by',
  'annotated_by',
  'predicted_as',
  'annotated_as',
  'predicted',
  'split',
  'source',
  'number',
]
const ANNOTATED_AS = FIELDS.indexOf('annotated_as')
/** A word cloud of more hits than this may be made of a sample. */
const SAMPLE = 20_000
const words = vocabulary(30_000)
const numberOf = new Map(words.map((word, at) => [word, at]))

const TABLES = `
  create table terms (field integer not null, id integer not null, term text not null, docs integer not null);
  create table doc_values (pk integer not null, field integer not null, term integer not null);
  create table doc_numbers (pk integer not null, score double precision not null, length double precision not null);
  create table doc_words (pk integer not null, word integer not null);`
const INDEXES = `
  create index terms_id on terms (field, id);
  create index doc_values_pk on doc_values (pk, field, term);
  create index doc_values_term on doc_values (field, term, pk);
  create index doc_numbers_pk on doc_numbers (pk, score, length);
  create index doc_words_pk on doc_words (pk, word);`

for (const engine of ENGINES) {
  const store = engine === 'sqlite' ? sqliteStore() : await postgresStore()
  const started = performance.now()
  await store.load(rows())
  row(
    `load ${RECORDS.toLocaleString('en')} records in bulk`,
    engine,
    `${Math.round((performance.now() - started) / 1000)} s`,
  )
  const random = randomFrom(11)
  const pick = () => words[Math.floor(words.length ** random())] ?? ''
  const texts = [
    () => store.or([pick(), pick()]),
    () => store.and([pick(), pick()]),
    () => store.not(pick()),
    () => store.prefix(pick()),
  ]
  const measured = async (/** @type {(at: number) => Promise<unknown>} */ ask, times = RECORDS > 200_000 ? 20 : 60) => {
    await ask(0)
    return shown(await measureMany(times, ask))
  }
  const text = (/** @type {number} */ at) => (texts[at % texts.length] ?? store.not)(pick())
  row(
    'facets and word cloud under a new text query',
    engine,
    await measured(async (at) => {
      await store.find(text(at))
      await store.facets()
      await store.cloud()
    }),
  )
  row(
    '… facets alone',
    engine,
    await measured(async (at) => {
      await store.find(text(at))
      await store.facets()
    }),
  )
  row('… the hits alone', engine, await measured((at) => store.find(text(at))))
  row('facets without a query, no counters', engine, await measured(() => store.facetsOfAll(), 5))
  row(
    '100 rules',
    engine,
    await measured(async () => {
      for (let at = 0; at < 100; at += 1)
        await store.rule(store.or([words[at * 7 + 3] ?? '', words[at * 31 + 5] ?? '']), at % 10)
    }, 2),
  )
  row(
    'wildcard: dictionary, then the words found',
    engine,
    await measured(async (at) => {
      const part = words[100 + at]?.slice(1, 4) ?? ''
      await store.find(
        store.or((await store.dictionary()).filter((/** @type {string} */ term) => term.includes(part)).slice(0, 1000)),
      )
    }, 20),
  )
  await store.end()
}

/** @param {string} what @param {string} engine @param {string} measured */
function row(what, engine, measured) {
  console.log(`| ${what} | ${engine} | ${measured} |`)
}

/** Records as rows: a key, values by field, numbers, words. */
function* rows() {
  const random = randomFrom(3)
  for (let pk = 1; pk <= RECORDS; pk += 1) {
    const { inputs, prediction, annotation, status, metadata } = classificationRecord(pk, words, random)
    const label = prediction.labels[0]?.class ?? ''
    const labelled = annotation?.labels[0]?.class
    const values = [
      status,
      prediction.agent,
      annotation?.agent,
      label,
      labelled,
      labelled && (labelled === label ? 'ok' : 'ko'),
      metadata.split,
      metadata.source,
      metadata.number,
    ].map((value) => (value === undefined ? undefined : String(value)))
    const terms = inputs.text.split(' ').map((word) => numberOf.get(word) ?? 0)
    yield { pk, values, score: prediction.labels[0]?.score ?? 0, length: metadata.length, terms }
  }
}

/** A dictionary with a number for each value of each field, and the number of records with it. */
function dictionary() {
  /** @type {Map<string, number>[]} */
  const ids = FIELDS.map(() => new Map())
  const docs = new Map()
  return {
    id(/** @type {number} */ field, /** @type {string} */ term) {
      const known = ids[field]?.get(term) ?? ids[field]?.size ?? 0
      ids[field]?.set(term, known)
      docs.set(`${field} ${known}`, (docs.get(`${field} ${known}`) ?? 0) + 1)
      return known
    },
    *all() {
      for (const [field, terms] of ids.entries())
        for (const [term, id] of terms) yield [field, id, term, docs.get(`${field} ${id}`)]
      for (const [id, term] of words.entries()) yield [FIELDS.length, id, term, 1]
    },
  }
}

function sqliteStore() {
  const folder = mkdtempSync(join(tmpdir(), 'postil-prototype-'))
  const db = new DatabaseSync(join(folder, 'store.db'))
  db.exec(
    'pragma journal_mode = wal; pragma cache_size = -262144; pragma mmap_size = 4000000000; pragma temp_store = memory',
  )
  db.exec(TABLES)
  db.exec(`create virtual table texts using fts5(words, content='');
    create temp table hits (pk integer primary key)`)
  /** @type {Map<string, any>} */
  const prepared = new Map()
  const run = (/** @type {string} */ statement, /** @type {any[]} */ ...values) => {
    const known = prepared.get(statement) ?? db.prepare(statement)
    prepared.set(statement, known)
    return known.all(...values)
  }
  return {
    async load(/** @type {Iterable<any>} */ records) {
      const made = dictionary()
      const insert = (/** @type {string} */ into) => db.prepare(into)
      const [value, number, word, text, term] = [
        insert('insert into doc_values values (?, ?, ?)'),
        insert('insert into doc_numbers values (?, ?, ?)'),
        insert('insert into doc_words values (?, ?)'),
        insert('insert into texts (rowid, words) values (?, ?)'),
        insert('insert into terms values (?, ?, ?, ?)'),
      ]
      db.exec('begin')
      for (const { pk, values, score, length, terms } of records) {
        for (const [field, one] of values.entries()) if (one !== undefined) value.run(pk, field, made.id(field, one))
        number.run(pk, score, length)
        for (const one of new Set(terms)) word.run(pk, Number(one))
        text.run(pk, terms.map((/** @type {number} */ at) => words[at]).join(' '))
      }
      for (const one of made.all()) term.run(...one)
      db.exec(`commit; ${INDEXES} analyze`)
    },
    or: (/** @type {string[]} */ some) => some.map((one) => `"${one}"`).join(' OR '),
    and: (/** @type {string[]} */ some) => some.map((one) => `"${one}"`).join(' AND '),
    not: (/** @type {string} */ one) => `-"${one}"`,
    prefix: (/** @type {string} */ one) => `"${one}" *`,
    async find(/** @type {string} */ match) {
      run('delete from temp.hits')
      if (!match.startsWith('-')) run('insert into temp.hits select rowid from texts where texts match ?', match)
      else
        run(
          'insert into temp.hits select pk from doc_numbers where pk not in (select rowid from texts where texts match ?)',
          match.slice(1),
        )
    },
    async facets() {
      run('select field, term, count(*) from temp.hits cross join doc_values using (pk) group by 1, 2')
      run('select cast(score * 1000 as integer), count(*) from temp.hits cross join doc_numbers using (pk) group by 1')
      run(
        'select count(*), min(length), max(length), sum(length), sum(length * length) from temp.hits cross join doc_numbers using (pk)',
      )
    },
    async facetsOfAll() {
      run('select field, term, count(*) from doc_values group by 1, 2')
      run('select cast(score * 1000 as integer), count(*) from doc_numbers group by 1')
    },
    async cloud() {
      run(
        `select word, count(*) from (select pk from temp.hits limit ${SAMPLE}) cross join doc_words using (pk) group by 1 order by 2 desc limit 80`,
      )
    },
    async rule(/** @type {string} */ match, /** @type {number} */ label) {
      run(
        `select count(*), count(v.term), sum(v.term = ?) from texts left join doc_values v on v.pk = texts.rowid and v.field = ${ANNOTATED_AS}
        where texts match ?`,
        label,
        match,
      )
    },
    dictionary: async () =>
      run(`select term from terms where field = ${FIELDS.length}`).map((/** @type {any} */ { term }) => term),
    async end() {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function postgresStore() {
  const cluster = await ensurePostgres({ isDurable: true })
  if (!('url' in cluster)) throw new Error('There is no PostgreSQL here.')
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  const run = async (/** @type {string} */ statement, /** @type {any[]} */ values = []) =>
    (await client.query({ name: statement.slice(0, 60), text: statement, values })).rows
  await client.query(TABLES)
  await client.query(
    'create table words (pk integer not null, terms tsvector not null); create temp table hits (pk integer)',
  )
  const quoted = (/** @type {string} */ one) => `'${one}'`
  return {
    async load(/** @type {Iterable<any>} */ records) {
      const made = dictionary()
      const folder = mkdtempSync(join(tmpdir(), 'postil-prototype-'))
      chmodSync(folder, 0o755)
      const names = ['doc_values', 'doc_numbers', 'doc_words', 'words', 'terms']
      const files = Object.fromEntries(
        names.map((name) => [name, createWriteStream(join(folder, name), { mode: 0o644 })]),
      )
      const write = async (/** @type {string} */ name, /** @type {unknown[]} */ ...line) => {
        if (files[name]?.write(`${line.join('\t')}\n`) === false) await once(files[name], 'drain')
      }
      for (const { pk, values, score, length, terms } of records) {
        for (const [field, one] of values.entries())
          if (one !== undefined) await write('doc_values', pk, field, made.id(field, one))
        await write('doc_numbers', pk, score, length)
        const distinct = [...new Set(terms)]
        for (const one of distinct) await write('doc_words', pk, one)
        await write(
          'words',
          pk,
          distinct
            .map((at) => words[Number(at)])
            .sort()
            .join(' '),
        )
      }
      for (const one of made.all()) await write('terms', ...one)
      for (const name of names) {
        await new Promise((done) => files[name]?.end(done))
        await copy(name, join(folder, name))
      }
      rmSync(folder, { recursive: true })
      await client.query(`${INDEXES} create index words_terms on words using gin (terms); analyze`)
    },
    or: (/** @type {string[]} */ some) => some.map(quoted).join(' | '),
    and: (/** @type {string[]} */ some) => some.map(quoted).join(' & '),
    not: (/** @type {string} */ one) => `-${quoted(one)}`,
    prefix: (/** @type {string} */ one) => `${quoted(one)}:*`,
    async find(/** @type {string} */ match) {
      await client.query('truncate hits')
      if (!match.startsWith('-')) await run('insert into hits select pk from words where terms @@ $1::tsquery', [match])
      else
        await run(
          'insert into hits select pk from doc_numbers n where not exists (select 1 from words w where w.pk = n.pk and terms @@ $1::tsquery)',
          [match.slice(1)],
        )
      await client.query('analyze hits')
    },
    async facets() {
      await run('select field, term, count(*) from hits join doc_values using (pk) group by 1, 2')
      await run('select floor(score * 1000), count(*) from hits join doc_numbers using (pk) group by 1')
      await run(
        'select count(*), min(length), max(length), sum(length), sum(length * length) from hits join doc_numbers using (pk)',
      )
    },
    async facetsOfAll() {
      await run('select field, term, count(*) as of_all from doc_values group by 1, 2')
      await run('select floor(score * 1000), count(*) as of_all from doc_numbers group by 1')
    },
    async cloud() {
      await run(
        `select word, count(*) from (select pk from hits limit ${SAMPLE}) sample join doc_words using (pk) group by 1 order by 2 desc limit 80`,
      )
    },
    async rule(/** @type {string} */ match, /** @type {number} */ label) {
      await run(
        `select count(*), count(v.term), count(*) filter (where v.term = $1) from words w
        left join doc_values v on v.pk = w.pk and v.field = ${ANNOTATED_AS} where terms @@ $2::tsquery`,
        [label, match],
      )
    },
    dictionary: async () =>
      (await run(`select term from terms where field = ${FIELDS.length}`)).map(({ term }) => term),
    async end() {
      await client.end()
      if ('stop' in cluster) await cluster.stop()
    },
  }

  /** Load a file with COPY; the server reads the file itself. @param {string} name @param {string} file */
  async function copy(name, file) {
    if (name !== 'words') return client.query(`copy ${name} from '${file}'`)
    await client.query(`create unlogged table loaded (pk integer, words text); copy loaded from '${file}'`)
    await client.query(
      "insert into words select pk, array_to_tsvector(string_to_array(words, ' ')) from loaded; drop table loaded",
    )
  }
}
