/**
 * Log frames of Grove: changes of entries, edits (of the directory of blocks or of the domain),
 * checkpoint images, and copies of block footers.
 */
package org.flashgrove.grove.log;
