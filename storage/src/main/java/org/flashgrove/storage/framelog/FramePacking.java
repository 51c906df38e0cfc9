package org.flashgrove.storage.framelog;

/** Form in which a log stores frames that are written together. */
enum FramePacking {
  /** Each frame is stored separately. */
  NONE,

  /**
   * The frames are stored in a packed frame. Each of them has its own type, length and codes
   * ({@link WordPacking}).
   */
  FRAMES,

  /**
   * The frames are stored in a packed frame. A {@link FrameRun} stores type, length and codes once
   * for all of its frames.
   */
  RUNS
}
