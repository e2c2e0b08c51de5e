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
 * Says why text is no JSON, with the usual mistake and, where the parser tells it, the line and column. Nothing of the
 * text is repeated.
 */
export function explainBrokenJson(text: string): string {
  const place = placeOf(text)
  const bare = withoutStrings(text)
  const mistake = MISTAKES.find(([pattern]) => pattern.test(bare))?.[1]
  return [`This is not valid JSON${place}.`, ...(mistake === undefined ? [] : [mistake])].join(' ')
}

/** Text between quotes is data, in which commas and slashes mean nothing. */
function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
}

function placeOf(text: string): string {
  const position = positionOf(text)
  if (position === null) return ''
  const before = text.slice(0, position).split('\n')
  return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`
}

function positionOf(text: string): number | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const [, digits] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    return digits === undefined ? null : Number(digits)
  }
}
