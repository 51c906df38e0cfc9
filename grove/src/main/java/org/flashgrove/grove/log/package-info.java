/**
 * Log frames of Grove: changes of entries, edits (changes of the block directory), checkpoint
 * images, and copies of block footers.
 */
package org.flashgrove.grove.log;
