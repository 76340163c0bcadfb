import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { findPrograms } from '../../scripts/lib/ensure-postgres.mjs'
import { LABELS } from './search-world.mjs'
import { randomFrom } from './texts.mjs'
import { shownNumber } from './times.mjs'

const TABLES = ['records', 'record_words', 'record_terms', 'record_vectors', 'suggestions', 'answer_terms']
/** Number of records whose related rows are created by one statement. */
const SLICE = 1_000_000
/** A vector consists of pieces of this many numbers, each one of so many pieces. */
const PIECE = { numbers: 16, count: 1000 }

/**
 * Insert many records with words, metadata, suggestions and vectors directly into the tables of a PostgreSQL store, with the same result as imports:
 * texts by COPY, related rows by statements, and the indexes at the end.
 *
 * @param {string} url
 * @param {{ datasetId: string, questionId: string, vector?: { id: string, dimensions: number }, records: number, words: string[] }} wanted
 *   the dimensions of vectors are a multiple of 16
 * @param {string} textField name of the text field
 */
export async function copyRecords(url, { datasetId, questionId, vector, records, words }, textField) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const all = async (/** @type {string} */ text, /** @type {unknown[]} */ values = []) =>
    (await client.query(text, values)).rows
  const startedMs = performance.now()
  const say = (/** @type {string} */ what) =>
    console.log(`${Math.round((performance.now() - startedMs) / 1000)} s: ${what}`)
  // The server's first record was only needed to create rows for its dataset; primary keys start again from 1.
  await all('delete from records')
  // The primary key stays, because foreign keys of other tables need it; inserts in its order are fast.
  const constraints = await all(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, contype = 'f' as is_foreign
     from pg_constraint where conrelid = any($1::regclass[]) and contype in ('p', 'u', 'f') and conname <> 'records_pkey' order by contype = 'f' desc`,
    [TABLES],
  )
  for (const { table, name } of constraints) await all(`alter table ${table} drop constraint ${name}`)
  const indexes = await all(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = any($1) and indexname <> 'records_pkey'`,
    [TABLES],
  )
  for (const { name } of indexes) await all(`drop index ${name}`)

  const random = randomFrom(2)
  const pieces = Array.from({ length: PIECE.count }, () =>
    Buffer.from(Float32Array.from({ length: PIECE.numbers }, () => random() - 0.5).buffer),
  )
  const piece = `($3::bytea[])[1 + floor(random() * ${PIECE.count})::integer]`
  const value = Array((vector?.dimensions ?? 0) / PIECE.numbers)
    .fill(piece)
    .join(' || ')
  const [{ number }] = await all('select number from text_fields')
  const prefix = `${Number(number).toString(36)}:`
  await copyTexts(url, { datasetId, records, words }, textField)
  say('texts are there')
  for (let from = 0; from < records; from += SLICE) {
    const some = `records where pk > ${from} and pk <= ${from + SLICE} and dataset_id = '${datasetId}'`
    await all(`insert into record_words (record_pk, words, terms)
      select pk, ' ${prefix}' || replace(words, ' ', '  ${prefix}') || ' ',
        array_to_tsvector(string_to_array('${prefix}' || replace(words, ' ', ' ${prefix}'), ' '))
      from (select pk, fields::json ->> '${textField}' as words from ${some}) as texts`)
    await all(`insert into record_terms (dataset_id, record_pk, property, term, num)
      select dataset_id, pk, key, value, case when key = 'number' then value::float8 end
      from (select dataset_id, pk, metadata from ${some}) as r, json_each_text(metadata::json)`)
    await all(`insert into suggestions (id, dataset_id, record_pk, question_id, type, value, agent, score, inserted_at, updated_at)
      select gen_random_uuid()::text, dataset_id, pk, '${questionId}', null,
        '"' || (array['${LABELS.join("','")}'])[pk % 4 + 1] || '"', 'model-1', round(random()::numeric, 6)::text, inserted_at, updated_at
      from ${some}`)
    const suggested = `suggestions where record_pk > ${from} and record_pk <= ${from + SLICE} and dataset_id = '${datasetId}'`
    await all(`insert into answer_terms (dataset_id, record_pk, source, kind, user_id, question_id, term, num)
      select dataset_id, record_pk, id, kind, null, question_id,
        case kind when 'score' then score else trim('"' from value) end, case kind when 'score' then score::float8 end
      from (select * from ${suggested}) as s, (values ('suggestion'), ('score')) as kinds (kind)`)
    if (vector)
      await all(
        `insert into record_vectors (dataset_id, record_pk, vector_id, version, value)
         select dataset_id, pk, $2, 1, ${value} from records where pk > ${from} and pk <= ${from + SLICE} and dataset_id = $1`,
        [datasetId, vector.id, pieces],
      )
    say(`${shownNumber(Math.min(records, from + SLICE))} records are complete`)
  }
  await all(
    `update dataset_stats set records = ${records}, changes = changes + 1, reopened = reopened + 1 where dataset_id = $1`,
    [datasetId],
  )
  if (vector) await all('update vector_versions set version = 1 where vector_id = $1', [vector.id])
  await all(`select setval(pg_get_serial_sequence('records', 'pk'), ${records})`)
  const named = new Set(constraints.map(({ name }) => name))
  // Foreign keys are not validated, because the rows were created from the records that they reference.
  for (const { table, name, definition, is_foreign: isForeign } of constraints.toReversed())
    await all(`alter table ${table} add constraint ${name} ${definition}${isForeign ? ' not valid' : ''}`)
  for (const { name, definition } of indexes) {
    if (named.has(name)) continue
    await all(definition)
    say(`index ${name}`)
  }
  await client.end()
  const seconds = (performance.now() - startedMs) / 1000
  return `${Math.round(seconds)} s, ${shownNumber(Math.round(records / seconds))} records/s, by COPY`
}

/**
 * @param {string} url
 * @param {{ datasetId: string, records: number, words: string[] }} wanted
 * @param {string} textField
 */
async function copyTexts(url, { datasetId, records, words }, textField) {
  const columns = 'pk, id, dataset_id, fields, metadata, inserted_at, updated_at'
  const psql = spawn(join(findPrograms() ?? '', 'psql'), [url, '-q', '-c', `copy records (${columns}) from stdin`], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = new Promise((resolve, reject) => {
    psql.on('exit', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`psql ended with ${code}.`))))
  })
  const random = randomFrom(1)
  let lines = ''
  for (let pk = 1; pk <= records; pk += 1) {
    const length = 20 + Math.floor(random() * 20)
    let text = ''
    for (let at = 0; at < length; at += 1)
      text += `${at === 0 ? '' : ' '}${words[Math.floor(words.length ** random()) - 1] ?? words[0]}`
    const id = crypto.randomUUID()
    const split = random() < 0.8 ? 'train' : 'test'
    const time = 1_700_000_000_000_000 + pk * 10
    lines += `${pk}\t${id}\t${datasetId}\t{"${textField}":"${text}"}\t{"split":"${split}","number":${pk}}\t${time}\t${time}\n`
    if (lines.length < 1_000_000) continue
    if (!psql.stdin.write(lines)) await new Promise((resolve) => psql.stdin.once('drain', resolve))
    lines = ''
  }
  psql.stdin.end(lines)
  await ended
}
