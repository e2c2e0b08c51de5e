import { Button, UnstyledButton } from '@mantine/core'
import type { FileProblem } from '@throughline/core/association/file-problem'
import { fixProblem } from '@throughline/core/association/fix-problem'
import { problemLocator, type FilePlace } from '@throughline/core/association/locate-problem'
import { appLinks as texts } from '../../texts/hosts.js'
import { Icon } from '../../ui/icons.js'
import styles from './settings.module.css'

/** The file that the problems are in, if it can be edited. */
export interface EditedFile {
  text: string
  onGoTo: (place: FilePlace) => void
  /** Missing for readers. */
  onFix?: (text: string) => void
}

interface FileProblemsProps {
  problems: readonly FileProblem[]
  file?: EditedFile
}

/** What phones would reject or ignore, by the same rules as in the API. */
export function FileProblems({ problems, file }: FileProblemsProps) {
  const locate = file === undefined ? undefined : problemLocator(file.text)
  return (
    <div>
      <p className="small soft" role="status" style={{ marginBottom: 8 }}>
        {problems.length === 0 ? texts.fine : texts.problems(problems.length)}
      </p>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li
            key={`${problem.rule} ${problem.path}`}
            className={styles.problem}
            data-severity={problem.severity}
          >
            <Icon name={problem.severity === 'error' ? 'circle-x' : 'alert-triangle'} size={16} />
            <div>
              {problem.message}
              {file === undefined || locate === undefined ? (
                problem.path !== '' && (
                  <>
                    <br />
                    <code>{texts.at(problem.path)}</code>
                  </>
                )
              ) : (
                <Remedies problem={problem} place={locate(problem)} file={file} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RemediesProps {
  problem: FileProblem
  place: FilePlace
  file: EditedFile
}

function Remedies({ problem, place, file: { text, onGoTo, onFix } }: RemediesProps) {
  const fixed = onFix === undefined ? null : fixProblem(text, problem)
  return (
    <div className={styles.remedies}>
      <UnstyledButton className={styles.line} onClick={() => onGoTo(place)}>
        {texts.line(place.line)}
      </UnstyledButton>
      {problem.path !== '' && <code className="clip">{problem.path}</code>}
      {fixed !== null && (
        <Button size="compact-xs" variant="default" onClick={() => onFix?.(fixed)}>
          {texts.fixIt}
        </Button>
      )}
    </div>
  )
}
