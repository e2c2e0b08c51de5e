import type { FileProblem } from '@throughline/core/association/file-problem'
import { appLinks as texts } from '../../texts/hosts.js'
import { Icon } from '../../ui/icons.js'
import styles from './settings.module.css'

/** What phones would reject or ignore, by the same rules as in the API. */
export function FileProblems({ problems }: { problems: readonly FileProblem[] }) {
  return (
    <div>
      <p className="small soft" role="status" style={{ marginBottom: 8 }}>
        {problems.length === 0 ? texts.fine : texts.problems(problems.length)}
      </p>
      <ul className={styles.problems}>
        {problems.map(({ severity, rule, path, message }) => (
          <li key={`${rule} ${path}`} className={styles.problem} data-severity={severity}>
            <Icon name={severity === 'error' ? 'circle-x' : 'alert-triangle'} size={16} />
            <span>
              {message}
              {path !== '' && (
                <>
                  <br />
                  <code>{texts.at(path)}</code>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
