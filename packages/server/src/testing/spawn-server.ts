import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
/** No goal: several may start at once on a machine that does other work. */
const READY_MS = 50_000

export interface Spawned {
  url: string
  process: ChildProcess
  /** Milliseconds from the start of the process until it said it was ready. */
  readyMs: number
  /** Everything it printed. */
  output(): string
  /** End it with a signal, and wait until it is gone and all it printed is known. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/**
 * Start the built server as a process of its own, on a free port, and wait until it is ready.
 *
 * @param through - a program and its arguments that run the server's command line, which is appended: a shell with limits, for example
 */
export async function spawnServer(env: Record<string, string>, through: readonly string[] = []): Promise<Spawned> {
  const started = performance.now()
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('POSTIL_')))
  const [program = '', ...args] = [...through, process.execPath, MAIN]
  const child = spawn(program, args, {
    env: { ...inherited, POSTIL_PORT: '0', POSTIL_HOST: '127.0.0.1', POSTIL_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  // Not `exit`, which may precede the last output.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The server was not ready in ${READY_MS} ms.\n${output}`)),
      READY_MS,
    )
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /ready at (http:\S+)/.exec(output)
      if (!found?.[1]) return
      clearTimeout(timer)
      resolve(found[1].replace('localhost', '127.0.0.1'))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`The server ended with ${code}.\n${output}`)))
  })
  const readyMs = performance.now() - started
  return {
    url,
    process: child,
    readyMs,
    output: () => output,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
