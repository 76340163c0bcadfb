import { clusterEnd } from '../graphemes'

/** The beginnings of all clusters, in order, as UTF-16 offsets. The last element is the text's length. */
export function clusterEdges(text: string): number[] {
  const edges = [0]
  for (let at = 0; at < text.length; ) {
    at = clusterEnd(text, at)
    edges.push(at)
  }
  return edges
}
