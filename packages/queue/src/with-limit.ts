/** Settles like `work`, or rejects after `limitMs`; what `work` does later is ignored. */
export async function withLimit<Result>(
  work: Promise<Result>,
  limitMs: number,
  what: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
