/**
 * Fences of component blocks, which are the in-memory boxes of pages and of runs of entries, in
 * several sizes, and the scans over them.
 */
package org.flashgrove.grove.fence;
