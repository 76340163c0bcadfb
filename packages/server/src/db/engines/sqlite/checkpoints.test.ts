import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { openSqlite } from './sqlite'

const home = mkdtempSync(join(tmpdir(), 'postil-checkpoints-'))
afterAll(() => rmSync(home, { recursive: true }))

it('copies the log into the store beside the writer, so that no commit has to', async () => {
  const file = join(home, 'store.sqlite')
  const engine = await openSqlite({ file })
  try {
    await engine.transaction((tx) =>
      tx.schema.createTable('settings').addColumn('key', 'text').addColumn('value', 'text').execute(),
    )
    const megabyte = 'x'.repeat(1024 * 1024)
    await engine.transaction(async (tx) => {
      for (let n = 0; n < 6; n += 1)
        await tx
          .insertInto('settings')
          .values({ key: `k${n}`, value: megabyte })
          .execute()
    })
    // The pages are in the log when the commit ends, and in the store soon after.
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(6_000_000)
    await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(6_000_000), { timeout: 30_000 })
    expect(await engine.db.selectFrom('settings').select('key').execute()).toHaveLength(6)
  } finally {
    await engine.close()
  }
})
