package org.flashgrove.storage.framelog;

/** Form in which a log stores frames that are written together. */
enum FramePacking {
  /** Each frame is stored separately. */
  NONE,

  /**
   * The frames are compressed into one packed frame. It contains the type and the length of each
   * frame and the codes of its words ({@link WordPacking}).
   */
  FRAMES,

  /**
   * The frames are compressed into one packed frame. Successive frames of the same type and length
   * form a {@link FrameRun}, which stores the type, the length and the codes of the words only
   * once.
   */
  RUNS
}
