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

/** Explains where and why text is not valid JSON, with the usual mistake. Never repeats the text. */
export function explainBrokenJson(text: string): string {
  const bare = withoutStrings(text)
  const found = MISTAKES.flatMap(([pattern, words]) => {
    const match = pattern.exec(bare)
    return match === null ? [] : [{ words: ` ${words}`, position: match.index }]
  })[0]
  const place = placeOf(text, positionOf(text) ?? found?.position ?? 0)
  return `This is not valid JSON (${place}).${found?.words ?? ''}`
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
      // No string of JSON goes past its line: what follows one that was left open is looked at again.
      else if (character === '\n') isInside = false
      kept.push(isInside && character !== '"' ? '_' : character)
    }
  }
  return kept.join('')
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split('\n')
  return `line ${before.length}, character ${(before.at(-1) ?? '').length + 1}`
}

/** The parser's error does not always contain a position. */
function positionOf(text: string): number | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const [, digits] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    return digits === undefined ? null : Number(digits)
  }
}
