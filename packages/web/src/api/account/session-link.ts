/** Session state that requests need, set by the app: this folder does not depend on screens or the session. */
interface SessionLink {
  isSignedIn: boolean
  /** Name of the workspace of the open page, if it belongs to one. */
  workspace: string | undefined
}

const link: SessionLink = { isSignedIn: false, workspace: undefined }
const listeners = new Set<(code: unknown) => void>()

/** The header that carries the workspace of the open page (spec section 6). */
export const WORKSPACE_HEADER = 'X-Argilla-Workspace'

/** Set whether a user is signed in. */
export function setSignedIn(isSignedIn: boolean): void {
  link.isSignedIn = isSignedIn
}

/** Set the workspace of the open page. @returns a function that resets it */
export function enterWorkspace(name: string): () => void {
  link.workspace = name
  return () => {
    if (link.workspace === name) link.workspace = undefined
  }
}

/** The headers of every request. */
export function sessionHeaders(): Record<string, string> {
  // Headers are limited to Latin letters, and so are workspace names.
  return link.isSignedIn && link.workspace !== undefined ? { [WORKSPACE_HEADER]: link.workspace } : {}
}

/** Be notified when the server refuses the session (401), with the error code of its reply. @returns a function that unsubscribes */
export function onSessionEnded(listener: (code: unknown) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A 401 arrived. @param body - the reply, parsed; undefined if it is not JSON */
export function endSession(body: unknown): void {
  const { detail } = Object(body)
  for (const listener of listeners) listener(detail?.code)
}
