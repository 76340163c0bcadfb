import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Spawned, spawnServer } from '../../../testing/spawn-server'
import { testServer } from '../../../testing/test-server'
import { isMigrated, MIGRATIONS, migrate } from '../../migrations/migrate'
import { openSqlite } from './sqlite'

const makeHome = () => mkdtempSync(join(tmpdir(), 'postil-files-'))
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('the files of the store', () => {
  const earlierMask = process.umask()
  afterEach(() => {
    process.umask(earlierMask)
  })

  it('can be read by nobody else, snapshots too, however open new files are otherwise', async () => {
    process.umask(0)
    const home = join(makeHome(), 'made')
    const store = await openSqlite({ file: join(home, 'postil.sqlite') })
    await migrate(store, MIGRATIONS.slice(0, 1))
    await migrate(store)
    const files = readdirSync(home).filter((name) => name !== 'snapshots')
    expect(files.sort()).toEqual(
      ['', '-shm', '-wal', '.lock', '.lock-journal'].map((ending) => `postil.sqlite${ending}`).sort(),
    )
    for (const name of files) expect([name, modeOf(join(home, name))]).toEqual([name, '600'])
    const [snapshot = ''] = readdirSync(join(home, 'snapshots'))
    expect(modeOf(join(home, 'snapshots', snapshot))).toBe('600')
    for (const folder of [home, join(home, 'snapshots')]) expect(modeOf(folder)).toBe('700')
    await store.close()
  })

  it('are mended at the start where they were open', async () => {
    const home = makeHome()
    const file = join(home, 'postil.sqlite')
    await (await openSqlite({ file })).close()
    mkdirSync(join(home, 'snapshots'))
    const paths = [file, `${file}.lock`, join(home, 'snapshots', 'before.sqlite')]
    writeFileSync(paths[2] ?? '', '')
    for (const path of paths) chmodSync(path, 0o644)
    for (const folder of [home, join(home, 'snapshots')]) chmodSync(folder, 0o755)
    const store = await openSqlite({ file })
    for (const path of [...paths, `${file}-wal`, `${file}-shm`]) expect([path, modeOf(path)]).toEqual([path, '600'])
    for (const folder of [home, join(home, 'snapshots')]) expect(modeOf(folder)).toBe('700')
    await store.close()
  })
})

describe('a store whose files are replaced while the server uses them', () => {
  const replacements: [string, (file: string) => void][] = [
    ['another store moved to its place', (file) => replace(file, `${file}.other`)],
    // The file stays the same, only what is in it changes.
    ['an older copy of it written over it', (file) => writeFileSync(file, readFileSync(`${file}.older`))],
    ['its -wal removed', (file) => rmSync(`${file}-wal`)],
    ['another -wal in its place', (file) => replace(`${file}-wal`, `${file}-wal.other`)],
    ['the whole folder removed', (file) => rmSync(join(file, '..'), { recursive: true })],
  ]
  it.each(replacements)('%s: nothing more is read or written, with 503', async (_, change) => {
    const home = makeHome()
    const file = join(home, 'postil.sqlite')
    const older = await openSqlite({ file })
    await migrate(older)
    await older.close()
    copyFileSync(file, `${file}.older`)
    const server = await testServer('sqlite', { POSTIL_HOME: home })
    const owner = server.as('owner')
    expect((await owner.post('/api/v1/workspaces', { name: 'before' })).status).toBe(201)
    expect((await server.anonymous.get('/readyz')).status).toBe(200)
    change(file)
    expect((await owner.post('/api/v1/workspaces', { name: 'after' })).status).toBe(503)
    expect((await owner.get('/api/v1/me/workspaces')).status).toBe(503)
    expect((await server.anonymous.get('/readyz')).status).toBe(503)
    await server.close()
  })

  it('says in the log what to do', async () => {
    const home = makeHome()
    const store = await openSqlite({ file: join(home, 'postil.sqlite') })
    await migrate(store)
    expect(await isMigrated(store)).toBe(true)
    rmSync(join(home, 'postil.sqlite-wal'))
    await expect(migrate(store)).rejects.toThrow(/were replaced or removed .* stop the server/)
    await store.close()
  })
})

function replace(path: string, other: string): void {
  copyFileSync(path, other)
  renameSync(other, path)
}

describe('a full disk', () => {
  /** A file system of its own for the store, as root or in a user's own namespace; else, in locked containers, a limit on the size of files. */
  const mounting = ['unshare', '--map-root-user', '--mount', 'sh', '-c']
  const canMount = (options: string[]) =>
    spawnSync('unshare', [...options, 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0
  // The room that is made later must take the log a second time: the store grows by it when it is copied there.
  const onTmpfs =
    'mount -t tmpfs -o size=24m none "$POSTIL_HOME" && head -c 14000000 /dev/zero > "$POSTIL_HOME/other" && exec "$0" "$@"'
  const through = canMount(['--map-root-user', '--mount'])
    ? [...mounting, onTmpfs]
    : canMount(['--mount'])
      ? ['unshare', '--mount', 'sh', '-c', onTmpfs]
      : ['sh', '-c', 'ulimit -S -f 6000 && exec "$0" "$@"']

  /** Remove another file from the server's disk, or raise its limit. */
  const makeRoom = ({ process: { pid } }: Spawned, home: string) => {
    if (through[0] === 'unshare') rmSync(join('/proc', String(pid), 'root', home, 'other'))
    else spawnSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:'])
  }

  it('is told to the user whose write failed, and by /readyz, until there is room; what was acknowledged can be read', async () => {
    const key = 'full-disk-owner-key'
    const home = makeHome()
    const server = await spawnServer(
      { POSTIL_HOME: home, POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_API_KEY: key },
      through,
    )
    const headers = { 'x-argilla-api-key': key, 'content-type': 'application/json' }
    const call = (path: string, body?: object) =>
      fetch(server.url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    expect((await call('/readyz')).status).toBe(200)
    const dataset = { name: 'filling', workspace: 'default', task: 'Text2Text' }
    expect((await call('/api/datasets', dataset)).status).toBe(200)
    let saved = 0
    let refused: Response | undefined
    while (!refused && saved < 500) {
      const records = [{ id: `r${saved}`, text: `word${saved} `.repeat(20_000) }]
      const reply = await call('/api/datasets/filling/Text2Text:bulk?workspace=default', { name: 'filling', records })
      if (reply.status === 200) saved += 1
      else refused = reply
    }
    expect(saved).toBeGreaterThan(0)
    expect(refused?.status).toBe(503)
    expect(await refused?.text()).toMatch(/^{"detail":"The disk of this server is full or cannot be written to/)
    // A little room may be left for small writes; they fail like the large one once it is used up.
    for (let n = 0; (await call('/api/v1/workspaces', { name: `w${n}` })).status === 201; n += 1);
    const small = await call('/api/v1/workspaces', { name: 'last' })
    expect((await small.json()).detail).toMatch(/^The disk of this server is full/)
    await expect.poll(async () => (await call('/readyz')).json(), { timeout: 20_000 }).toEqual({ status: 'disk full' })
    expect((await call(`/api/datasets/filling/Text2Text/r${saved - 1}?workspace=default`)).status).toBeLessThan(500)
    expect((await call('/healthz')).status).toBe(200)
    makeRoom(server, home)
    const ready = { status: 'ready', store: 'sqlite' }
    await expect.poll(async () => (await call('/readyz')).json(), { timeout: 30_000 }).toEqual(ready)
    expect((await call('/api/v1/workspaces', { name: 'room' })).status).toBe(201)
    expect(await server.end('SIGTERM')).toBe(0)
    rmSync(home, { recursive: true })
  })
})
