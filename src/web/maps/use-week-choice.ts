/** State of the month, system and week selection, and the resulting map. */
import { useState } from 'react'
import { useWeekMap } from '../api/maps.ts'
import { useSystemGroup } from '../api/systems.ts'
import { useChosenSystem } from '../kit/chosen-system.ts'
import { usePictureChoice } from '../shared/moisture/picture-choice.ts'

export type WeekChoice = ReturnType<typeof useWeekChoice>

/** The week that the explorer was opened at. */
export interface Explored {
  system: string
  start: string
}

export function useWeekChoice() {
  const [month, setMonth] = useState('')
  const systems = useSystemGroup()
  const { name: system, choose } = useChosenSystem(systems.data)
  const [start, setStart] = useState('')
  const [viewing, setViewing] = useState(false)
  const [explored, setExplored] = useState<Explored | null>(null)
  const picture = usePictureChoice()
  const map = useWeekMap()
  const request = { system, month: Number(month), start }
  const { ramp, layer, paper } = picture
  // an earlier picture or error does not belong to the new choice
  const clear = () => {
    map.reset()
    setExplored(null)
  }
  return {
    month,
    systems,
    system,
    start,
    request,
    picture,
    viewing,
    explored,
    /** Whether all three are chosen. */
    ready: month !== '' && system !== '' && start !== '',
    drawing: map.isPending && !viewing,
    error: viewing ? null : map.error,
    chooseMonth: (value: string) => {
      setMonth(value)
      setStart('')
      clear()
    },
    chooseSystem: (value: string) => {
      choose(value)
      setStart('')
      clear()
    },
    chooseStart: (value: string) => {
      setStart(value)
      clear()
    },
    generate: () => map.mutate({ ...request, ramp, layer, paper }, { onSuccess: () => setViewing(true) }),
    explore: () => {
      setViewing(false)
      setExplored({ system, start })
    },
    close: () => setViewing(false),
  }
}
