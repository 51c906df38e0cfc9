/** Settings of Grove and of its merges. */
package org.flashgrove.grove.config;
