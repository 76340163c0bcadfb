import { createContext, useContext } from 'react'
import { createWorkerEngine, type ImportEngine } from './worker-engine.ts'

/** Lets a test use an engine of its own. */
export const EngineContext = createContext<ImportEngine>(createWorkerEngine())

/** The engine in use. */
export function useEngine(): ImportEngine {
  return useContext(EngineContext)
}
