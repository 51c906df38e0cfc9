/**
 * What the command {@code bench} asks of the module that has the peers, which is not in its jar.
 */
package org.flashgrove.lab.bench;
