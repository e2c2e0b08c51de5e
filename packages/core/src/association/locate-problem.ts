import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser'
import { brokenJsonOffset, placeOf } from '../lib/broken-json.js'
import type { FileProblem } from './file-problem.js'

export interface FilePlace {
  /** From 1. */
  line: number
  /** From 1. */
  column: number
  /** The part of the text that is wrong, as an index and a length. */
  offset: number
  length: number
}

/**
 * Parses a file once, and returns where each of its problems is: at the value, with its key, or at the nearest object
 * that contains it if a key is missing.
 */
export function problemLocator(text: string): (problem: FileProblem) => FilePlace {
  let tree: Node | null | undefined
  const inFile = (offset: number, length: number) => ({ ...placeOf(text, offset), offset, length })
  return ({ rule, steps }) => {
    if (rule === 'not_json') return inFile(brokenJsonOffset(text), 0)
    if (tree === undefined) tree = treeOf(text)
    const node = tree === null ? undefined : nodeAt(tree, steps)
    if (node === undefined) return inFile(0, 0)
    const { offset, length } = node.parent?.type === 'property' ? node.parent : node
    return inFile(offset, length)
  }
}

/** Null for text that is not JSON, or nested too deeply for the parser. */
function treeOf(text: string): Node | null {
  try {
    return parseTree(text) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function nodeAt(tree: Node, steps: readonly (string | number)[]): Node {
  for (let length = steps.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, steps.slice(0, length))
    if (node !== undefined) return node
  }
  return tree
}
