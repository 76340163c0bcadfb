/** What span questions need, in one piece for the browser to fetch, and what else that shows marks needs of it. */
export { chunkText, marksByChunk } from './chunks.ts'
export { marksOf } from './marks.ts'
export { SpanField } from './SpanField.tsx'
export { SpanQuestion } from './SpanQuestion.tsx'
export { TextChunk } from './TextChunk.tsx'
export { tintLabels } from './tints.ts'
