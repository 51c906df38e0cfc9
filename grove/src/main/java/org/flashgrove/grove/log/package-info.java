/** Log frames of Grove: changes, edits, checkpoint images and copies of block footers. */
package org.flashgrove.grove.log;
