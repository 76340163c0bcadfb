/** What the calls need to know of the session, told by the app: this folder knows no screen and no session of its own. */
interface SessionLink {
  isSignedIn: boolean
  /** Name of the workspace of the open page, if it belongs to one. */
  workspace: string | undefined
}

const link: SessionLink = { isSignedIn: false, workspace: undefined }
const listeners = new Set<() => void>()

/** The header that carries the workspace of the open page (spec section 6). */
export const WORKSPACE_HEADER = 'X-Argilla-Workspace'

/** Tell whether a user is signed in. */
export function setSignedIn(isSignedIn: boolean): void {
  link.isSignedIn = isSignedIn
}

/** Tell which workspace the open page belongs to. @returns a function that takes it back */
export function enterWorkspace(name: string): () => void {
  link.workspace = name
  return () => {
    if (link.workspace === name) link.workspace = undefined
  }
}

/** The headers that every request carries now. */
export function sessionHeaders(): Record<string, string> {
  // A header holds Latin letters only; names of workspaces always do.
  return link.isSignedIn && link.workspace !== undefined ? { [WORKSPACE_HEADER]: link.workspace } : {}
}

/** Be told when the server refuses the session (401). @returns a function that ends it */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server answered 401. */
export function endSession(): void {
  for (const listener of listeners) listener()
}
