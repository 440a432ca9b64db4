/** Whether this browser can draw a map at all. */

export const NO_WEBGL = 'This browser cannot draw the map: WebGL 2 is missing or switched off.'

/** The map library throws without WebGL 2 and leaves an empty box, so it is asked for first. */
export function hasWebGl2(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // The number of contexts alive at once is small: give this one back.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}
