/** What people paste instead of JSON, most telling first. */
const MISTAKES: readonly [pattern: RegExp, words: string][] = [
  [/^\s*$/, 'It is empty.'],
  [/^\s*</, 'It begins with "<": this is a web page, not JSON.'],
  [
    /^\s*(-----BEGIN|MII|0\x80)/,
    'It looks signed (PKCS #7). Signing has not been needed since iOS 9; paste the plain JSON.',
  ],
  [/[\u201c\u201d\u2018\u2019]/, 'It holds curly quotes; JSON takes straight double quotes alone.'],
  [/,\s*[\]}]/, 'A comma stands before a closing bracket; take the last comma out.'],
  [/^\s*\/\/|[\s,{[]\/[/*]/, 'It holds comments; JSON knows none.'],
  [/[{[,:]\s*'/, 'It holds single quotes; JSON takes double quotes alone.'],
  [/[}\]]\s*[{[]/, 'Two values stand side by side; a comma is missing, or two files were pasted.'],
  [/[{,]\s*[A-Za-z_]\w*\s*:/, 'A key stands without quotes; every key needs double quotes.'],
]

/**
 * Says why and where text is no JSON, with the usual mistake. Nothing of the text is repeated.
 */
export function explainBrokenJson(text: string): string {
  const bare = withoutStrings(text)
  const found = MISTAKES.flatMap(([pattern, words]) => {
    const match = pattern.exec(bare)
    return match === null ? [] : [{ words: ` ${words}`, position: match.index }]
  })[0]
  const place = placeOf(text, positionOf(text) ?? found?.position ?? 0)
  return `This is not valid JSON (${place}).${found?.words ?? ''}`
}

/**
 * Text between quotes is data, in which commas and slashes mean nothing; places stay the same. One pass, since anybody
 * may send what is no JSON.
 */
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

/** What the parser says of the place; it does not always. */
function positionOf(text: string): number | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const [, digits] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    return digits === undefined ? null : Number(digits)
  }
}
