/** Log frames of Grove: changes, edits, checkpoints, and copies of block footers. */
package org.flashgrove.grove.log;
