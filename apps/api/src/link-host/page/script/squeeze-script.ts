/**
 * Takes out the white space that only readers of our scripts need. It knows nothing of JavaScript, so it is for
 * these alone: their texts and patterns hold no space beside a sign, and no line begins with a bracket.
 */
export function squeezeScript(script: string): string {
  return script
    .replace(/\n\s*/g, '\n')
    .replace(/ ?([=+?:,&|<>!{}()-]+) ?/g, '$1')
    .replace(/([{(,])\n/g, '$1')
    .replace(/\n([})])/g, '$1')
    .trim()
}
