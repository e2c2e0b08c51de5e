import { printParseErrorCode, visit, type ParseErrorCode } from 'jsonc-parser'

const MISTAKES: readonly [pattern: RegExp, words: string][] = [
  [/^\s*$/, 'It is empty.'],
  [/^\s*</, 'It starts with "<": this is a web page, not JSON.'],
  [
    /^\s*(-----BEGIN|MII|0\x80)/,
    'It looks signed (PKCS #7). Signing is unnecessary since iOS 9; paste the plain JSON.',
  ],
  [
    /[\u201c\u201d\u2018\u2019]/,
    'It contains curly quotes; JSON allows only straight double quotes.',
  ],
  [/,\s*[\]}]/, 'A comma precedes a closing bracket; remove it.'],
  [/^\s*\/\/|[\s,{[]\/[/*]/, 'It contains comments, which JSON does not allow.'],
  [/[{[,:]\s*'/, 'It contains single quotes; JSON allows only double quotes.'],
  [/[}\]]\s*[{[]/, 'Two values follow each other: a comma is missing, or two files were pasted.'],
  [/[{,]\s*[A-Za-z_]\w*\s*:/, 'A key has no quotes; every key needs double quotes.'],
]

/** What to change, by the parser's error, for text without a usual mistake. */
const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: 'A value is a string in double quotes, a number, true, false or null.',
  PropertyNameExpected: 'A key in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected between a key and its value.',
  CommaExpected: 'A comma or a closing bracket is expected here.',
  CloseBraceExpected: 'A closing } is missing.',
  CloseBracketExpected: 'A closing ] is missing.',
  EndOfFileExpected: 'The JSON is complete before this; remove the rest.',
  UnexpectedEndOfString: 'The string that begins here has no closing quote on its line.',
  UnexpectedEndOfNumber: 'This number is incomplete.',
  InvalidUnicode: 'Four hexadecimal digits must follow \\u.',
  InvalidEscapeCharacter: 'Only " \\ / b f n r t and u can follow a backslash.',
  InvalidCharacter: 'Escape control characters in strings, such as \\n and \\t.',
}

/** Explains where and why text is not valid JSON, with the usual mistake. Never repeats the text. */
export function explainBrokenJson(text: string): string {
  const error = firstErrorOf(text)
  const bare = withoutStrings(text)
  const mistake = MISTAKES.find(([pattern]) => pattern.test(bare))?.[1]
  const words = mistake ?? (error === null ? undefined : EXPECTED[error.name])
  const { line, column } = placeOf(text, error === null ? 0 : positionOf(text, error))
  const place = `line ${line}, column ${column}`
  return `This is not valid JSON (${place}).${words === undefined ? '' : ` ${words}`}`
}

/** Returns where the first error of text that is not valid JSON is, as an index. */
export function brokenJsonOffset(text: string): number {
  const error = firstErrorOf(text)
  return error === null ? 0 : positionOf(text, error)
}

function withoutStrings(text: string): string {
  const kept: string[] = []
  let isInside = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (isInside && character === '\\') {
      kept.push('__')
      index += 1
    } else {
      if (character === '"') isInside = !isInside
      // A JSON string ends on its line, so the text after an unclosed string is searched again.
      else if (character === '\n') isInside = false
      kept.push(isInside && character !== '"' ? '_' : character)
    }
  }
  return kept.join('')
}

/** Returns the line and the column of an index, each from 1. */
export function placeOf(text: string, position: number): { line: number; column: number } {
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

interface FirstError {
  /** The parser's name of the error. */
  name: string
  /** Where the token with the error begins. */
  offset: number
}

/** Returns the first error. V8's own message lacks a position for some errors and differs between versions of Node. */
function firstErrorOf(text: string): FirstError | null {
  let first: FirstError | null = null
  const stop = new Error('first error found')
  const onError = (code: ParseErrorCode, offset: number) => {
    first = { name: printParseErrorCode(code), offset }
    // Otherwise the parser continues and recurses into the rest.
    throw stop
  }
  try {
    visit(text, { onError }, { disallowComments: true })
  } catch (error) {
    // A RangeError means that the text is nested too deeply for the parser's recursion.
    if (error !== stop && !(error instanceof RangeError)) throw error
  }
  return first
}

const INSIDE_STRING: Readonly<Record<string, RegExp>> = {
  InvalidUnicode: /\\u(?![\da-f]{4})/i,
  InvalidEscapeCharacter: /\\(?!["\\/bfnrtu])/,
  InvalidCharacter: /[\0-\x1f]/,
}

/** Returns the position of an error. For an error in a string, this is the position inside the string. */
function positionOf(text: string, { name, offset }: FirstError): number {
  const pattern = INSIDE_STRING[name]
  if (pattern === undefined) return offset
  // An escaped backslash does not escape the next character. The replacement has the same length, so positions stay.
  const rest = text.slice(offset).replaceAll('\\\\', '__')
  return offset + Math.max(0, rest.search(pattern))
}
