package org.flashgrove.storage.framelog;

/** Form of the frames of a log that are written together. */
enum FramePacking {
  /** Each frame stands alone. */
  NONE,

  /** Packed frames, in which each frame has its type, length and codes. */
  FRAMES,

  /** Packed frames, in which a {@link FrameRun} has these once for all of its frames. */
  RUNS
}
