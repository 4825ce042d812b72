type Numbers = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** What is left over is given back only where it is more than this share: giving back is a copy. */
const LEFT_OVER_MAX = 0.1;

/** The same numbers, with room for so many. */
export function withRoom<Values extends Numbers>(values: Values, room: number): Values;
export function withRoom(values: Numbers, room: number): Numbers {
  const larger = values instanceof Float64Array ? new Float64Array(room) : new Uint32Array(room);
  larger.set(values);
  return larger;
}

/** The first numbers of those. */
export function trimmed<Values extends Numbers>(values: Values, length: number): Values;
export function trimmed(values: Numbers, length: number): Numbers {
  return values.length - length > LEFT_OVER_MAX * length
    ? values.slice(0, length)
    : values.subarray(0, length);
}
