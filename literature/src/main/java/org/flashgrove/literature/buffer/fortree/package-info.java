/**
 * The buffer of the FOR-tree (Jin, Xie, Wang and Yue, 2015): a table of modifications that is
 * flushed in units of modified nodes. Works with every tree.
 */
package org.flashgrove.literature.buffer.fortree;
