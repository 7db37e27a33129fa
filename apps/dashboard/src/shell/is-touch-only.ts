/** Whether the device has a touch screen and no pointer, so most likely no keyboard either: its keys are not offered, though they work. */
export const isTouchOnly = (): boolean =>
  window.matchMedia('(any-pointer: coarse) and (not (any-pointer: fine))').matches
