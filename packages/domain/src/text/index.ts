export { foldText } from './fold-text'
export { clusterEdges, clusterEnd, isPlainEdge } from './graphemes'
export { MAX_TERM_LENGTH, scanWords, type TokenSink } from './scan-words'
export { exactTokens, indexExactText, indexText, type Token, tokenize } from './tokenize'
