import styles from './Agreement.module.css'
import { figure, range, rangeOfShares, share } from './figure.ts'

interface WithIntervalProps {
  value: number | null
  interval: [number, number] | null
}

/** A coefficient in a table, with its 95 % interval. */
export function WithInterval({ value, interval }: WithIntervalProps) {
  return <Texts value={figure(value)} interval={interval && range(interval)} />
}

/** A share in a table, in percent, with its 95 % interval. */
export function ShareWithInterval({ value, interval }: WithIntervalProps) {
  return <Texts value={share(value)} interval={interval && rangeOfShares(interval)} />
}

function Texts({ value, interval }: { value: string; interval: string | null }) {
  return (
    <span className={styles.withInterval}>
      <strong>{value}</strong>
      {interval && (
        <>
          {' '}
          <span className={styles.quiet}>{interval}</span>
        </>
      )}
    </span>
  )
}
