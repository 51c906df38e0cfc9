/**
 * Log of checksummed frames in a single file: appending, scanning and rewriting. {@link FrameLog}
 * is the log; {@link FrameReader} reads a log file.
 */
package org.flashgrove.storage.framelog;
