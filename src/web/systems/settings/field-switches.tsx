/** The two switches below the numbers: the test pattern, chosen in a dialog, and speed control. */
import { useState } from 'react'
import type { SystemView } from '#contract/systems.ts'
import { usePumpOf } from '../../api/pumps.ts'
import { Button } from '../../ui/button.tsx'
import { Toggletip } from '../../ui/toggletip.tsx'
import css from './field-switches.module.css'
import { testedTower } from './settings.text.ts'
import { TEST_MINUTES, TestPatternDialog } from './test-pattern-dialog.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

export interface FieldSwitchesProps {
  settings: SettingsFormState
  system: SystemView | undefined
  disabled: boolean
}

export function FieldSwitches({ settings, system, disabled }: FieldSwitchesProps) {
  const { values, chooseTower, setSpeedControl } = settings
  const [choosing, setChoosing] = useState(false)
  const choose = (tower: number | null) => {
    chooseTower(tower)
    setChoosing(false)
  }
  const tower = values.isTestPatternOn ? testedTower(values) : null
  return (
    <div className={css.switches}>
      <div className={css.switch}>
        <Button wide pressed={tower !== null} disabled={disabled} onClick={() => setChoosing(true)}>
          Test Pattern
        </Button>
        <Toggletip label="About Test Pattern">
          Waters the ring of one tower alone, so that its valves can be looked at. It ends after{' '}
          {TEST_MINUTES} minutes, and the former prescription runs again.
        </Toggletip>
        <p className={css.state}>{tower === null ? 'OFF' : `Tower ${tower}, for ${TEST_MINUTES} minutes`}</p>
      </div>
      <div className={css.switch}>
        <Button
          wide
          pressed={values.isSpeedSwitchOn}
          disabled={disabled}
          onClick={() => setSpeedControl(!values.isSpeedSwitchOn)}
        >
          Speed Control
        </Button>
        <Toggletip label="About Speed Control">
          ON: the controller sets the timer of the panel, so that one pass leaves your application rate. OFF:
          the panel keeps its own timer. It never starts or stops the machine.
        </Toggletip>
        <p className={css.state}>{values.isSpeedSwitchOn ? 'ON' : 'OFF'}</p>
      </div>
      {system ? <PumpSwitch settings={settings} system={system} disabled={disabled} /> : null}
      <TestPatternDialog
        open={choosing}
        towers={values.towers}
        system={system}
        onConfirm={choose}
        onCancel={() => choose(null)}
        onClose={() => setChoosing(false)}
      />
    </div>
  )
}

/** Where a pump's least flow is known, or the remedy was chosen before. */
function PumpSwitch({ settings, system, disabled }: FieldSwitchesProps & { system: SystemView }) {
  const { values, setRaisesForPump } = settings
  const pump = usePumpOf(system.name)
  const on = values.raisesForPump ?? false
  if (!on && !pump?.least_flow_gpm) return null
  return (
    <div className={css.switch}>
      <Button wide pressed={on} disabled={disabled} onClick={() => setRaisesForPump(!on)}>
        Raise for the Pump
      </Button>
      <Toggletip label="About Raise for the Pump">
        ON: where the machine would draw less than the pump’s least flow, the lowest percentages are raised
        just until it suffices. Geofences of 0% stay dry. OFF: you are asked before such a pass is sent.
      </Toggletip>
      <p className={css.state}>{on ? 'ON' : 'OFF'}</p>
    </div>
  )
}
