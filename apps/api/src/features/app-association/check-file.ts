import { checkFile as findProblems } from '@throughline/core/association/effective-file'
import type { AssociationKind } from '@throughline/core/association/effective-file'
import { hasErrors } from '@throughline/core/association/file-problem'
import { problemLocator } from '@throughline/core/association/locate-problem'
import type { Answer, Call } from '../../http/route.js'

/** Checks a file by the rules of PUT, and saves nothing. */
export function checkFile(kind: AssociationKind, { bodyText }: Call<object>): Promise<Answer> {
  const problems = findProblems(kind, bodyText)
  const locate = problemLocator(bodyText)
  return Promise.resolve({
    status: 200,
    body: {
      ok: !hasErrors(problems),
      problems: problems.map((problem) => {
        const { severity, rule, path, message } = problem
        const { line, column } = locate(problem)
        return { severity, rule, path, line, column, message }
      }),
    },
  })
}
