/** One lazily loaded chunk: the parts of span questions, and what other views that show marks share with them. */
export { chunkText, marksByChunk } from './chunks.ts'
export { marksOf } from './marks.ts'
export { SpanField } from './SpanField.tsx'
export { SpanQuestion } from './SpanQuestion.tsx'
export { TextChunk } from './TextChunk.tsx'
export { tintLabels } from './tints.ts'
