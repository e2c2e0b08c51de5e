import type { Explanation } from '../../api/types.js'
import { steps as texts } from '../../texts/installs.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { stepsOf, type StepLook } from './steps.js'
import styles from './explain.module.css'

const ICONS: Readonly<Record<StepLook, IconName>> = {
  passed: 'check',
  none: 'minus',
  failed: 'x',
  matched: 'circle-check',
  unmatched: 'circle-x',
  unused: 'minus',
}

/** The steps in their order, each with its result. */
export function StepList({ explanation }: { explanation: Explanation }) {
  return (
    <ol className={styles.steps}>
      {stepsOf(explanation).map(({ name, look, result }, index) => (
        <li
          key={name}
          className={styles.step}
          data-look={look}
          aria-current={name === explanation.step ? 'step' : undefined}
        >
          <span className={styles.stepName}>
            <span className="soft num">{index + 1}</span> {texts.names[name]}
          </span>
          <span className={styles.stepHint}>{texts.hints[name]}</span>
          <span className={styles.stepResult}>
            <Icon name={ICONS[look]} size={16} />
            {result}
          </span>
        </li>
      ))}
    </ol>
  )
}
