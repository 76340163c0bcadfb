/** What span questions need, in one piece for the browser to fetch. */
export { SpanField } from './SpanField.tsx'
export { SpanQuestion } from './SpanQuestion.tsx'
