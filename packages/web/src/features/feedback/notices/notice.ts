import type { ReactNode } from 'react'
import { refusalOf } from '../../../api/errors.ts'
import { normaliseError, readable } from '../../../api/normalise-error.ts'
import type { DeviceMemory } from '../../../local/use-outbox.ts'
import type { AnnotationUrl } from '../url/annotation-url.ts'
import type { ChangeUrl } from '../url/use-annotation-url.ts'

/** Why there is no record to show. */
export interface Notice {
  /** `refused`: the server does not accept the search, however often it is asked. */
  kind: 'empty' | 'end' | 'failed' | 'refused' | 'unpublished' | 'noMatch' | 'missing'
  detail?: string
  /** Records get only so many answers: others may have some open that are then not in the queue. */
  isShared?: boolean
  onAgain: () => void
}

export interface RecordNoticeProps {
  notice: Notice
  /** The records of the queue that the user has seen. */
  known?: readonly { response?: { status: string } | undefined }[]
  datasetId: string
  memory: DeviceMemory
  url: AnnotationUrl
  setUrl: ChangeUrl
  /** Another action where nothing is in the queue. */
  extra?: ReactNode
}

const REFUSED = 422

/** Whether the server refuses the request itself, so that sending it again is of no use. */
export function isRefused(error: unknown): boolean {
  return refusalOf(error)?.status === REFUSED
}

/** The notice about records that could not be loaded. */
export function failedNotice(error: unknown, onAgain: () => void): Notice {
  return {
    kind: isRefused(error) ? 'refused' : 'failed',
    detail: readable(normaliseError(error).message),
    onAgain,
  }
}
