import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  fallback: (error: unknown) => ReactNode
  /** When this value changes, rendering the children is tried again. */
  madeFrom?: unknown
}

interface ErrorBoundaryState {
  failure?: { error: unknown }
  madeFrom: unknown
}

/** Shows the fallback instead of children that failed to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { madeFrom: this.props.madeFrom }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ madeFrom }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return Object.is(madeFrom, state.madeFrom) ? null : { failure: undefined, madeFrom }
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}
