/** Puts off what is heavy until the browser has drawn the answer to a tap. */
import { startTransition, useEffect, useState } from 'react'

/** A page in the background draws nothing; its work is not put off for longer than this. */
const UNSEEN_MS = 200

/** Calls back once the next picture is drawn; returns a function that takes it back. */
function afterPaint(callback: () => void): () => void {
  let timer = setTimeout(callback, UNSEEN_MS)
  // a frame calls before it is drawn, what it puts off comes after
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(callback)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * The value of the last picture that was drawn; a new one follows without blocking taps.
 *
 * @param first the value in the first picture
 */
export function useValueAfterPaint<T>(value: T, first: T = value): T {
  const [painted, setPainted] = useState(first)
  useEffect(() => {
    if (Object.is(painted, value)) return undefined
    return afterPaint(() => startTransition(() => setPainted(() => value)))
  }, [painted, value])
  return painted
}
