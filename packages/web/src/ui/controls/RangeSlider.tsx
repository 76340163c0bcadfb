import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components'
import { t } from '../../i18n/areas/finding.ts'
import styles from './RangeSlider.module.css'

interface RangeSliderProps {
  label: string
  min: number
  max: number
  step?: number
  value: readonly [number, number]
  onChange: (value: [number, number]) => void
  /** Called when the handle or the key is released. */
  onChangeEnd?: (value: [number, number]) => void
  formatOptions?: Intl.NumberFormatOptions
  /** The label is already shown elsewhere; only screen readers get it. */
  isLabelHidden?: boolean
}

/** A lower and an upper bound on one line. The handles never cross; arrows, Page and Home/End move the focused one. */
export function RangeSlider({
  label,
  min,
  max,
  step = 1,
  value,
  onChange,
  onChangeEnd,
  formatOptions,
  isLabelHidden,
}: RangeSliderProps) {
  // The slider adds its label to each name.
  const names = [t('search.from'), t('search.to')]
  const range = Math.max(max - min, Number.EPSILON)
  return (
    <Slider
      className={styles.slider}
      minValue={min}
      maxValue={max}
      step={step}
      value={[...value]}
      onChange={(next) => onChange(pair(next))}
      onChangeEnd={(next) => onChangeEnd?.(pair(next))}
      formatOptions={formatOptions}
    >
      <div className={isLabelHidden ? 'visuallyHidden' : styles.words}>
        <Label>{label}</Label>
        <SliderOutput className={styles.output}>
          {({ state }) => state.values.map((_, index) => state.getThumbValueLabel(index)).join(' – ')}
        </SliderOutput>
      </div>
      <SliderTrack className={styles.track}>
        <span
          className={styles.fill}
          style={{
            left: `${((value[0] - min) / range) * 100}%`,
            right: `${((max - value[1]) / range) * 100}%`,
          }}
        />
        {names.map((name, index) => (
          <SliderThumb key={name} index={index} aria-label={name} className={styles.thumb} />
        ))}
      </SliderTrack>
    </Slider>
  )
}

function pair(values: readonly number[]): [number, number] {
  const [from = 0, to = from] = values
  return [from, to]
}
