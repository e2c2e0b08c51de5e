import mark from '../mark.svg'
import { common } from '../texts/common.js'
import styles from './shell.module.css'

export function Brand() {
  return (
    <span className={styles.brand}>
      <img src={mark} width={26} height={26} alt="" />
      {common.product}
    </span>
  )
}
